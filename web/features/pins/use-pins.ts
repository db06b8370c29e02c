import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NewPins, Pinned } from '#contract/pins.ts'
import { serverMessage } from '#web/api/client.ts'
import { pinnedItem, pinsQuery, savePins } from '#web/api/pins.ts'

/** The user's own pins, and a function that changes them. */
export function usePins(userId: string) {
  const queryClient = useQueryClient()
  const { data: pins } = useQuery(pinsQuery(userId))
  const { mutate } = useMutation({
    mutationFn: async (change: (pins: NewPins) => NewPins) => {
      // They may have changed in another tab.
      const current = await queryClient.fetchQuery({ ...pinsQuery(userId), staleTime: 0 })
      await savePins(queryClient, userId, change(current.map(toNewPin)))
    },
    meta: {
      done: { title: 'Pins updated' },
      onFailure: (error) => ({ title: 'Failed to change pins', text: serverMessage(error) }),
    },
  })
  return { pins, change: mutate }
}

const toNewPin = (pin: Pinned) => ({ kind: pin.kind, id: pinnedItem(pin).id })
