/** Of the server under test, and of the one that creates sessions and tracks for the tests. */
export const port = Number(process.env['E2E_PORT'] ?? 4310)
export const fixturePort = port + 10_000
