type Named = {
  displayName: string | null
  firstName: string | null
  lastName: string | null
  username: string
}

/** What a person is called. */
export function displayName({ displayName, firstName, lastName, username }: Named): string {
  return displayName || [firstName, lastName].filter(Boolean).join(' ') || username
}
