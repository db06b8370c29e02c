import { useEffect, useState } from 'react'

/** Long enough not to ask for every letter, short enough not to be waited for. */
const pause = 250

/** What is typed into a search box, and the words to search for once the person pauses. */
export function useTypedSearch() {
  const [typed, setTyped] = useState('')
  const [words, setWords] = useState('')
  useEffect(() => {
    const settled = setTimeout(() => setWords(typed.trim()), pause)
    return () => clearTimeout(settled)
  }, [typed])
  return { typed, setTyped, words }
}
