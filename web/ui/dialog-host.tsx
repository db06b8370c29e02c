import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useToasts } from './toast/toast-store.ts'
import { type Load, loadComponent } from './use-lazy-component.ts'

type Opened = { opener: object; dialog: ReactNode } | null
const DialogContext = createContext<Dispatch<SetStateAction<Opened>>>(() => {})

/** Renders the dialog that something in it has opened, outside of the page: one at a time, as they are modal. */
export function DialogHost({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<Opened>(null)
  return (
    <DialogContext value={setOpened}>
      {children}
      <Suspense>{opened?.dialog}</Suspense>
    </DialogContext>
  )
}

const closeOf = (opener: object) => (now: Opened) => (now?.opener === opener ? null : now)

export type OpenDialog = ReturnType<typeof useOpenDialog>

/**
 * Returns a function that loads a dialog and opens it with the props as they are then. It is open until it calls
 * `onClose`, or what opened it leaves the page.
 */
export function useOpenDialog() {
  const setOpened = useContext(DialogContext)
  const toasts = useToasts()
  /** Null while it is not mounted. */
  const opener = useRef<typeof setOpened>(null)
  useEffect(() => {
    opener.current = setOpened
    return () => {
      opener.current = null
      setOpened(closeOf(opener))
    }
  }, [setOpened])
  return useCallback(
    <Props extends { onClose: () => void }>(
      load: Load<Props>,
      props: NoInfer<Omit<Props, 'onClose'>>,
    ) =>
      loadComponent(load, toasts, (Component) => {
        const all = { ...props, onClose: () => setOpened(closeOf(opener)) } as Props
        opener.current?.({ opener, dialog: <Component {...all} /> })
      }),
    [setOpened, toasts],
  )
}
