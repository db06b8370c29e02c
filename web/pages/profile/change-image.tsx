import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Camera, LoaderCircle } from 'lucide-react'
import { useRef } from 'react'
import { limits } from '#contract/limits.ts'
import { currentUserQuery } from '#web/api/auth.ts'
import { onCurrentUserUpdated } from '#web/api/cache-updates.ts'
import { replaceProfileImage } from '#web/api/uploads.ts'
import { ImageInput } from '#web/ui/image-input.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { profileFailure } from './profile-failure.ts'

/** Covers the image: visible on hover and focus, on touch screens as a badge. */
export function ChangeImage() {
  const input = useRef<HTMLInputElement>(null)
  const toasts = useToasts()
  const change = useChangeImage()
  const Icon = change.isPending ? LoaderCircle : Camera
  return (
    <>
      <button
        type="button"
        aria-label="Change profile image"
        aria-busy={change.isPending}
        onClick={() => change.isPending || input.current?.click()}
        className="group/image absolute inset-0 grid items-end justify-items-end rounded-full mouse:place-items-center"
      >
        <span className="grid size-11 place-items-center rounded-full bg-[rgb(10_7_5/0.72)] text-on-shade transition-opacity mouse:size-full mouse:bg-shade mouse:opacity-0 mouse:group-hover/image:opacity-100 mouse:group-focus-visible/image:opacity-100 mouse:group-aria-busy/image:opacity-100">
          <Icon
            className={change.isPending ? 'spinning size-5 mouse:size-8' : 'size-5 mouse:size-8'}
          />
        </span>
      </button>
      <ImageInput
        ref={input}
        label="Profile image"
        maxBytes={limits.maxImageBytes}
        onImage={change.mutate}
        onProblem={(text) =>
          toasts.show({ title: 'Error updating profile', text, tone: 'failure' })
        }
      />
    </>
  )
}

function useChangeImage() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: replaceProfileImage,
    meta: { done: { title: 'Profile image updated' }, onFailure: profileFailure },
    onSuccess: (image) => {
      const user = queryClient.getQueryData(currentUserQuery.queryKey)
      if (user) void onCurrentUserUpdated(queryClient, { ...user, ...image })
    },
  })
}
