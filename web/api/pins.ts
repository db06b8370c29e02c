import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { NewPins, Pinned } from '#contract/pins.ts'
import * as routes from '#contract/routes.ts'
import { request } from './client.ts'

/** What is at the top of a profile. Its owner also gets what others do not see at the moment. */
export const pinsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['users', userId, 'pins'],
    queryFn: ({ signal }) => request(routes.listPins, { params: { id: userId }, signal }),
  })

export const pinnedItem = (pin: Pinned) => (pin.kind === 'track' ? pin.track : pin.playlist)

export async function savePins(
  queryClient: QueryClient,
  userId: string,
  pins: NewPins,
): Promise<void> {
  const saved = await request(routes.setPins, { body: { pins } })
  queryClient.setQueryData(pinsQuery(userId).queryKey, saved)
}
