import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, for a cookie. */
export const newToken = () => randomBytes(32).toString('base64url')

/** What is stored of it: whoever reads the database can make no cookie from this. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')
