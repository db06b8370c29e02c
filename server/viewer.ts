/** The authenticated caller, as far as permissions are concerned; `undefined` means anonymous. */
export type Viewer = { id: string; isAdmin: boolean }

/** Whoever has a share link, signed in or not: sees what it shares, and is no user. */
export type LinkHolder = {
  id: null
  isAdmin: false
  /** The track or playlist of the link, and the tracks of that playlist. */
  sharedIds: readonly string[]
  mayDownload: boolean
}
/** Who views content: a user or the holder of a link. */
export type ContentViewer = Viewer | LinkHolder

/** Who is administrator, from the settings ADMIN_EMAILS and ADMIN_USER_IDS. */
export type Administrators = { emails: readonly string[]; userIds: readonly string[] }
