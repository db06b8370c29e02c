import { checkProvider } from '#server/modules/accounts/provider/check-provider.ts'

/** Prints what is wrong with each issuer in the arguments, as a line of JSON. */
for (const issuer of process.argv.slice(2)) {
  const problems = await checkProvider({
    issuer,
    clientId: 'soundpost',
    clientSecret: 's',
    redirectUri: 'http://localhost:9/callback',
    homeUrl: 'http://localhost:9',
  })
  console.log(JSON.stringify(problems))
}
