import { type Ref, useId } from 'react'
import { limits } from '#contract/limits.ts'

type CommentFieldProps = {
  ref?: Ref<HTMLTextAreaElement>
  label: string
  placeholder?: string
  value: string
  error?: string | undefined
  onChange: (text: string) => void
}

/** The text of a comment or a reply, with what the server said about it. */
export function CommentField({ label, error, onChange, ...field }: CommentFieldProps) {
  const id = useId()
  return (
    <>
      <textarea
        {...field}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        maxLength={limits.maxCommentLength}
        onChange={({ target }) => onChange(target.value)}
        className="min-h-24 w-full resize-y rounded-control border border-line-strong bg-surface px-4 py-2.75 leading-6 placeholder:text-muted"
      />
      {error && (
        <p id={id} role="alert" className="text-sm text-danger-text">
          {error}
        </p>
      )}
    </>
  )
}
