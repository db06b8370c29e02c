import { registerHooks } from 'node:module'

/**
 * drizzle-orm's modules have 144 import cycles, which Node links slowly: as ES modules
 * they take 90 MB and half a second more than as CommonJS. The package contains both.
 * Takes effect on what is imported after this module: by `import()` or with `node --import`.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    /^drizzle-orm(\/|$)/.test(specifier)
      ? next(specifier, { ...context, conditions: ['node', 'require'] })
      : next(specifier, context),
})
