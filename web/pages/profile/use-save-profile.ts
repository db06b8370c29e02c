import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation, useParams } from 'wouter'
import { paths } from '#contract/paths.ts'
import * as routes from '#contract/routes.ts'
import type { Profile } from '#contract/users.ts'
import { onCurrentUserUpdated } from '#web/api/cache-updates.ts'
import { request } from '#web/api/client.ts'
import { profileQuery } from '#web/api/users.ts'
import { profileFailure } from './profile-failure.ts'
import type { ProfileValues } from './profile-form.ts'

type Outcome = {
  onSaved: () => void
  onFailed: (error: Error) => void
  onSessionExpired: () => void
}

export function useSaveProfile(profile: Profile, outcome: Outcome) {
  const queryClient = useQueryClient()
  const follow = useFollowRename(profile)
  return useMutation({
    mutationFn: (body: ProfileValues) => request(routes.updateProfile, { body }),
    meta: {
      done: { title: 'Profile updated' },
      onFailure: profileFailure,
      onSessionExpired: outcome.onSessionExpired,
    },
    onError: outcome.onFailed,
    onSuccess: (user) => {
      follow(user.username)
      void onCurrentUserUpdated(queryClient, user)
      outcome.onSaved()
    },
  })
}

/** If the URL contains the username, it changes with it. */
function useFollowRename(profile: Profile): (username: string) => void {
  const queryClient = useQueryClient()
  const { id } = useParams()
  const [, navigate] = useLocation()
  return (username) => {
    if (username === profile.username || id === undefined || id === profile.id) return
    // Seeds the cache, so that the renamed page renders without loading.
    const renamed: Profile = { ...profile, username }
    queryClient.setQueryData(profileQuery(username).queryKey, renamed)
    navigate(paths.profile(username), { replace: true })
  }
}
