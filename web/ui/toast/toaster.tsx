import { CircleCheck, Info, LogIn, TriangleAlert, X } from 'lucide-react'
import { Toast as RadixToast } from 'radix-ui'
import { useRef, useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import { Button, buttonClass } from '../button.tsx'
import { IconButton } from '../icon-button.tsx'
import {
  type Toast,
  type ToastAction,
  type ToastStore,
  type ToastTone,
  toastTimes,
} from './toast-store.ts'
import { useAside } from './use-aside.ts'

const tones: Record<ToastTone, { Icon: typeof Info; className: string }> = {
  plain: { Icon: Info, className: 'text-primary-text before:bg-primary' },
  'sign-in': { Icon: LogIn, className: 'text-primary-text before:bg-primary' },
  success: { Icon: CircleCheck, className: 'text-success before:bg-success' },
  failure: { Icon: TriangleAlert, className: 'text-danger-text before:bg-danger-text' },
}

/** Renders the current toast; `.toasts` in layout.css decides where. F8 focuses it. */
export function Toaster({ store }: { store: ToastStore }) {
  const toast = useSyncExternalStore(store.subscribe, store.get)
  const viewport = useRef<HTMLOListElement>(null)
  useAside(viewport, toast?.open ? toast.id : undefined)
  return (
    // A new provider per toast: one that was closed while focused leaves its timer paused.
    <RadixToast.Provider
      key={toast?.id}
      duration={toastTimes.shown}
      swipeDirection="right"
      swipeThreshold={50}
    >
      {toast && <ToastCard toast={toast} onClose={() => store.dismiss(toast.id)} />}
      <RadixToast.Viewport
        ref={viewport}
        className="toasts fixed z-(--z-toast) max-w-105 outline-none"
      />
    </RadixToast.Provider>
  )
}

function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const { Icon, className } = tones[toast.tone ?? 'plain']
  return (
    <RadixToast.Root
      open={toast.open}
      onOpenChange={(open) => open || onClose()}
      {...(toast.duration !== undefined && { duration: toast.duration })}
      className={`toast-motion pointer-events-auto relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-3.5 overflow-hidden rounded-panel border border-line bg-overlay py-4.5 pr-3.5 pl-5 shadow-(--shadow-float) before:absolute before:inset-y-4 before:left-2 before:w-1 before:rounded-full ${className}`}
    >
      <Icon className="mt-0.5 ml-1 size-5" />
      <div className="text-text">
        <RadixToast.Title className="font-semibold wrap-anywhere">{toast.title}</RadixToast.Title>
        {toast.text && (
          <RadixToast.Description className="text-md leading-row wrap-anywhere whitespace-pre-line text-muted">
            {toast.text}
          </RadixToast.Description>
        )}
        {toast.actions && (
          <div className="mt-2.5 flex flex-wrap gap-2">
            {toast.actions.map((action) => (
              <ActionButton key={action.label} action={action} />
            ))}
          </div>
        )}
      </div>
      <RadixToast.Close asChild>
        <IconButton size="small" label="Dismiss" className="-my-1">
          <X strokeWidth={2} />
        </IconButton>
      </RadixToast.Close>
    </RadixToast.Root>
  )
}

/** Closes the toast as well. */
function ActionButton({ action }: { action: ToastAction }) {
  const { label } = action
  return (
    <RadixToast.Action asChild altText={label}>
      {'href' in action ? (
        <Link href={action.href} className={buttonClass('secondary', 'small')}>
          {label}
        </Link>
      ) : (
        <Button size="small" onClick={action.onClick}>
          {label}
        </Button>
      )}
    </RadixToast.Action>
  )
}
