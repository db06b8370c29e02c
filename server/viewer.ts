/** The caller, as far as permissions are concerned. `undefined` stands for an anonymous caller. */
export type Viewer = { id: string; isAdmin: boolean }
