import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** Calls `save` with the values of a form whenever they change. */
export function useSavedValues<Values extends FieldValues, Valid>(
  form: UseFormReturn<Values, unknown, Valid>,
  save: (values: Values) => void,
) {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => save({ ...values }),
      }),
    [form, save],
  )
}
