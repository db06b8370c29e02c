import { users } from '#server/database/schema.ts'

/** The columns that `presentUser` needs, for the repositories of all modules. */
export const userSummaryColumns = {
  id: users.id,
  username: users.username,
  displayName: users.displayName,
  firstName: users.firstName,
  lastName: users.lastName,
  profileImageUrl: users.profileImageUrl,
}

export type UserSummaryRow = Pick<typeof users.$inferSelect, keyof typeof userSummaryColumns>

/** The columns that responses contain. */
export const userColumns = {
  ...userSummaryColumns,
  email: users.email,
  bio: users.bio,
  location: users.location,
  website: users.website,
  fediverse: users.fediverse,
  hideCounts: users.hideCounts,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
  suspendedAt: users.suspendedAt,
}

/** With the columns that policies need and no response contains. */
export const storedColumns = {
  ...userColumns,
  emailVerified: users.emailVerified,
  issuer: users.issuer,
}

export type UserRow = Pick<typeof users.$inferSelect, keyof typeof storedColumns>
