/** The name under which a form keeps what was typed when its owner had to sign in again. */
export const editDraft = ({ id }: { id: string }) => `playlist ${id}`
