import { useState } from 'react'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'

type SecretLinkProps = {
  label: string
  hint: string
  url: string
  buttonClass: string
  autoFocus?: boolean
}

/** A link that is shown once, to be copied. Without HTTPS there is no clipboard: a focused field is selected as a whole. */
export function SecretLink({ url, buttonClass, ...field }: SecretLinkProps) {
  const [isCopied, setCopied] = useState(false)
  return (
    <>
      <TextField {...field} readOnly value={url} onFocus={({ target }) => target.select()} />
      {navigator.clipboard && (
        <Button
          className={buttonClass}
          onClick={() => void navigator.clipboard.writeText(url).then(() => setCopied(true))}
        >
          {isCopied ? 'Copied' : 'Copy link'}
        </Button>
      )}
    </>
  )
}
