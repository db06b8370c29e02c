import { Pin, PinOff } from 'lucide-react'
import type { NewPins } from '#contract/pins.ts'
import { pinnedItem } from '#web/api/pins.ts'
import { MenuItem } from '#web/ui/menu.tsx'
import { usePins } from './use-pins.ts'

type PinMenuItemProps = { userId: string; item: NewPins[number] }

/** For the owner of a track or release. What is pinned last comes last. */
export function PinMenuItem({ userId, item }: PinMenuItemProps) {
  const { pins, change } = usePins(userId)
  const isPinned = pins?.some((pin) => pinnedItem(pin).id === item.id)
  const without = (all: NewPins) => all.filter(({ id }) => id !== item.id)
  return (
    <MenuItem
      icon={isPinned ? <PinOff /> : <Pin />}
      onSelect={() => change((all) => (isPinned ? without(all) : [...without(all), item]))}
    >
      {isPinned ? 'Unpin from profile' : 'Pin to profile'}
    </MenuItem>
  )
}
