import { registerHooks } from 'node:module'

/**
 * drizzle-orm's modules import each other in circles, 144 of them, which Node links slowly: as ES
 * modules they take 90 MB and half a second more than as CommonJS. Both are in the package.
 */
export function importDrizzleLean(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      /^drizzle-orm(\/|$)/.test(specifier)
        ? next(specifier, { ...context, conditions: ['node', 'require'] })
        : next(specifier, context),
  })
}
