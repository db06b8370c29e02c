/** The issuer in the rows of users of the built-in provider: the public URL can change. */
export const builtInIssuer = 'built-in'
