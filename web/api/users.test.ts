import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { ListedUser, Profile } from '#contract/users.ts'
import { followListQuery, onFollowToggled, profileQuery, setFollowInCache } from './users.ts'

const ada: ListedUser = {
  id: 'ada',
  username: 'ada',
  displayName: 'Ada',
  firstName: null,
  lastName: null,
  profileImageUrl: null,
  isFollowing: false,
}
const profile = { ...ada, followerCount: 5, followingCount: 0 } as Profile
const page = (items: ListedUser[]) => ({ pages: [{ items, next: null }], pageParams: [''] })

function cacheWithAda() {
  const queryClient = new QueryClient()
  queryClient.setQueryData(profileQuery('ada').queryKey, profile)
  queryClient.setQueryData(profileQuery('by-username').queryKey, profile)
  queryClient.setQueryData(
    followListQuery('nara', 'followers').queryKey,
    page([{ ...ada, id: 'bela' }, ada]),
  )
  return queryClient
}

test('follow cache: following a user updates every copy of their profile and every list', () => {
  const queryClient = cacheWithAda()
  setFollowInCache(queryClient, 'ada', { isFollowing: true })
  for (const key of ['ada', 'by-username'])
    expect(queryClient.getQueryData(profileQuery(key).queryKey)).toMatchObject({
      isFollowing: true,
      followerCount: 6,
    })
  const list = queryClient.getQueryData(followListQuery('nara', 'followers').queryKey)
  expect(list?.pages[0]?.items.map((user) => user.isFollowing)).toEqual([false, true])
})

test('follow cache: a follow that is rolled back restores the first count', () => {
  const queryClient = cacheWithAda()
  setFollowInCache(queryClient, 'ada', { isFollowing: true })
  setFollowInCache(queryClient, 'ada', { isFollowing: false })
  expect(queryClient.getQueryData(profileQuery('ada').queryKey)).toMatchObject(profile)
})

test('follow cache: a count of the server replaces the own one', () => {
  const queryClient = cacheWithAda()
  setFollowInCache(queryClient, 'ada', { isFollowing: true, followerCount: 42 })
  expect(queryClient.getQueryData(profileQuery('ada').queryKey)?.followerCount).toBe(42)
})

test('follow cache: after a follow the lists that are not open are loaded again', () => {
  const queryClient = cacheWithAda()
  const { queryKey } = followListQuery('ada', 'followers')
  queryClient.setQueryData(queryKey, page([]))
  onFollowToggled(queryClient, { followerId: 'me', followingId: 'ada' })
  expect(queryClient.getQueryData(queryKey)).toBeUndefined()
  expect(queryClient.getQueryData(followListQuery('nara', 'followers').queryKey)).toBeDefined()
})
