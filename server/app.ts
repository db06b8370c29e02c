import type { FastifyInstance } from 'fastify'
import { registerAccounts } from './app/accounts.ts'
import { registerAdministration } from './app/administration.ts'
import { registerContent } from './app/content.ts'
import { type AppDeps, createHttp } from './app/http.ts'
import { registerListening } from './app/listening.ts'
import { registerPages } from './app/pages.ts'
import { registerReactions } from './app/reactions.ts'

/** Builds the HTTP server from its dependencies; opens nothing itself. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const http = await createHttp(deps)
  const accounts = await registerAccounts(deps, http)
  registerContent(deps, http, accounts)
  registerListening(deps, http, accounts, registerReactions(deps, http, accounts))
  registerAdministration(deps, http, accounts)
  registerPages(deps, http, accounts)
  return http.app
}
