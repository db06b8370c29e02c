import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import type { Credit } from '#contract/credits.ts'
import { limits } from '#contract/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { CreditFields, RoleSuggestions } from './credit-fields.tsx'

export type CreditValue = { role: string; name: string; userId?: string | null | undefined }
type CreditValues = { credits: CreditValue[] }

export const noCredit = { role: '', name: '', userId: null }

type CreditRowsProps = {
  /** What a linked member has decided, of a credit that is saved. */
  statusOf?: (credit: CreditValue) => Credit['status'] | undefined
}

/** The field `credits` of the form around it. */
export function CreditRows({ statusOf }: CreditRowsProps) {
  const { control, register, setValue, formState } = useFormContext<CreditValues>()
  const { fields, append, remove } = useFieldArray({ control, name: 'credits' })
  const values = useWatch({ control, name: 'credits' })
  const errors = formState.errors.credits
  const list = useRef<HTMLDivElement>(null)
  /** The focus goes to the one that takes its place, or to what adds one. */
  function removeAt(index: number) {
    flushSync(() => remove(index))
    const buttons = list.current?.querySelectorAll<HTMLElement>('button[aria-label^="Remove"]')
    const next = buttons?.[Math.min(index, buttons.length - 1)]
    const add = list.current?.querySelector<HTMLElement>(':scope > button')
    ;(next ?? add)?.focus()
  }
  return (
    <div ref={list} className="contents">
      <RoleSuggestions />
      {fields.map(({ id }, index) => (
        <CreditFields
          key={id}
          number={index + 1}
          role={{ ...register(`credits.${index}.role`), error: errors?.[index]?.role?.message }}
          name={{ ...register(`credits.${index}.name`), error: errors?.[index]?.name?.message }}
          value={values?.[index] ?? noCredit}
          status={statusOf?.(values?.[index] ?? noCredit)}
          onMember={(member) => {
            setValue(`credits.${index}.userId`, member?.id ?? null, { shouldDirty: true })
            if (member) setValue(`credits.${index}.name`, member.name, { shouldDirty: true })
          }}
          onRemove={() => removeAt(index)}
        />
      ))}
      {fields.length < limits.maxCredits && (
        <Button className="justify-self-start" onClick={() => append(noCredit)}>
          <Plus aria-hidden="true" />
          Add credit
        </Button>
      )}
    </div>
  )
}
