/** Of the server under test, and of the one that signs users in without the forms. */
export const port = Number(process.env['E2E_PORT'] ?? 4310)
export const quickSignInPort = port + 10_000
