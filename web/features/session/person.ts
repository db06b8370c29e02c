type Named = { displayName: string | null; firstName: string | null }

/** What stands in the avatar when there is no picture. */
export function avatarInitial({ displayName, firstName }: Named): string {
  return (displayName || firstName || 'U').trim().charAt(0).toUpperCase() || 'U'
}
