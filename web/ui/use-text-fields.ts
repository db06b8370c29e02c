import { useState } from 'react'

/** What was typed into the fields of a form that only the server validates. */
export function useTextFields<Values extends Record<string, string>>(initial: Values) {
  const [values, setValues] = useState(initial)
  return {
    values,
    /** Props of a field. */
    field: (name: keyof Values) => ({
      value: values[name],
      onChange: ({ target }: { target: { value: string } }) =>
        setValues((typed) => ({ ...typed, [name]: target.value })),
    }),
    reset: () => setValues(initial),
  }
}
