/** The authenticated caller, as far as permissions are concerned; `undefined` means anonymous. */
export type Viewer = { id: string; isAdmin: boolean }
