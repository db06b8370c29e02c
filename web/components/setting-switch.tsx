import { useMutation } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Switch } from '#web/ui/switch.tsx'

type SettingSwitchProps = Omit<
  ComponentProps<typeof Switch>,
  'checked' | 'disabled' | 'onChange'
> & {
  /** Undefined until it is loaded. */
  saved: boolean | undefined
  /** Shown until then. */
  usual: boolean
  save: (next: boolean) => Promise<unknown>
}

/**
 * A setting that the server saves. It shows what was pressed, at once. Presses are saved one after another: none is lost
 * while another is being saved.
 */
export function SettingSwitch({ saved, usual, save, ...rest }: SettingSwitchProps) {
  const { isPending, variables, mutate } = useMutation({
    scope: { id: 'settings' },
    mutationFn: save,
    meta: { onFailure: { title: 'Failed to save the setting' } },
  })
  return (
    <Switch
      {...rest}
      checked={(isPending ? variables : saved) ?? usual}
      disabled={saved === undefined}
      onChange={(next) => mutate(next)}
    />
  )
}
