/** Who is calling, as far as rules care. Nobody signed in is `undefined`. */
export type Viewer = { id: string; isAdmin: boolean }
