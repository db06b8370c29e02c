import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useRestoredDraft } from './draft-persistence.ts'

/** What was typed, and what it was about, if the key does not say it. */
export type Draft<Values, Subject = { id: string }> = { subject?: Subject; typed: Values }

type DraftFormOptions<Values> = { key: string; values: Values; subject?: { id: string } }

/** A form with the validation of `schema`. With `keepDraft` it is restored after signing in again. */
export function useDraftForm<Values extends FieldValues, Valid>(
  schema: z.ZodType<Valid, Values>,
  { key, values, subject }: DraftFormOptions<Values>,
) {
  const [saved, saveDraft] = useRestoredDraft<Draft<Values>>(key)
  const draft = saved?.subject?.id === subject?.id ? saved?.typed : undefined
  const form = useForm<Values, unknown, Valid>({
    resolver: zodResolver(schema),
    defaultValues: { ...values, ...draft } as DefaultValues<Values>,
  })
  const { isDirty, errors } = form.formState
  return {
    ...form,
    isDirty: isDirty || draft !== undefined,
    /** Props of a field. */
    field: (name: Path<Values>) => ({
      ...form.register(name),
      error: errors[name]?.message as string | undefined,
    }),
    keepDraft: () => saveDraft({ ...(subject && { subject }), typed: form.getValues() }),
  }
}

/** The value of every field of a form, with null as empty text. */
export function emptyForNull<Values>({ shape }: { shape: object }, values: object): Values {
  const known = new Map(Object.entries(values))
  return Object.fromEntries(
    Object.keys(shape).map((name) => [name, known.get(name) ?? '']),
  ) as Values
}
