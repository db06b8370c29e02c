import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { BodyInput } from '#contract/client.ts'
import * as routes from '#contract/routes.ts'
import { request } from './client.ts'

/** The account settings of the signed-in user. */

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => request(routes.getAccount, { signal }),
  staleTime: 0,
})

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => request(routes.listSessions, { signal }),
  staleTime: 0,
})

export const passkeysQuery = queryOptions({
  queryKey: ['account', 'passkeys'],
  queryFn: ({ signal }) => request(routes.listPasskeys, { signal }),
  staleTime: 0,
})

/** Polls while the archive is being made. */
export const exportQuery = queryOptions({
  queryKey: ['account', 'export'],
  queryFn: ({ signal }) => request(routes.getExport, { signal }),
  refetchInterval: ({ state }) => (state.data?.state === 'pending' ? 2000 : false),
})

export const requestExport = () => request(routes.requestExport)

/** The account and all that belongs to it. */
export const refetchAccount = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })

type PasswordChange = BodyInput<typeof routes.changePassword>
type AccountDeletion = BodyInput<typeof routes.deleteAccount>

type EmailChange = BodyInput<typeof routes.changeEmail>

export const changeEmail = (body: EmailChange) => request(routes.changeEmail, { body })
export const sendVerification = () => request(routes.sendVerification)
export const changePassword = (body: PasswordChange) => request(routes.changePassword, { body })
export const endSession = (id: string) => request(routes.endSession, { params: { id } })
export const endOtherSessions = () => request(routes.endOtherSessions)
export const deleteAccount = (body: AccountDeletion) => request(routes.deleteAccount, { body })

type NewPasskey = BodyInput<typeof routes.addPasskey>

export const startPasskey = () => request(routes.startPasskey)
export const addPasskey = (body: NewPasskey) => request(routes.addPasskey, { body })
export const renamePasskey = ({ id, name }: { id: string; name: string }) =>
  request(routes.renamePasskey, { params: { id }, body: { name } })
export const deletePasskey = (id: string) => request(routes.deletePasskey, { params: { id } })
