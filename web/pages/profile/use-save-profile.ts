import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation, useParams } from 'wouter'
import { paths } from '#contract/paths.ts'
import type { Profile } from '#contract/users.ts'
import { onCurrentUserUpdated } from '#web/api/cache-updates.ts'
import { isUnauthorized } from '#web/api/query-client.ts'
import { profileQuery, updateProfile } from '#web/api/users.ts'
import { saveDraft } from '#web/ui/draft-persistence.ts'
import { profileDraft, profileErrorFrom, successMessages } from './messages.ts'

type Outcome = { onSaved: () => void; onFailed: (error: Error) => void }

export function useSaveProfile(profile: Profile, { onSaved, onFailed }: Outcome) {
  const queryClient = useQueryClient()
  const follow = useFollowRename(profile)
  return useMutation({
    mutationFn: updateProfile,
    meta: { done: successMessages.updated, onFailure: profileErrorFrom },
    onError: (error, values) => {
      if (isUnauthorized(error)) saveDraft(profileDraft, values)
      onFailed(error)
    },
    onSuccess: (user) => {
      follow(user.username)
      void onCurrentUserUpdated(queryClient, user)
      onSaved()
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
