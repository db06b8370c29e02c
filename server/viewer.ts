/** The authenticated caller, as far as permissions are concerned; `undefined` means anonymous. */
export type Viewer = { id: string; isAdmin: boolean }

/** Who is administrator, from the settings ADMIN_EMAILS and ADMIN_USER_IDS. */
export type Administrators = { emails: readonly string[]; userIds: readonly string[] }
