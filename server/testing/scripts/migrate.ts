import { migrate } from '#server/database/migrate.ts'

/** Arguments: the URL of the database, and the folder of the migrations. */
const [url = '', folder] = process.argv.slice(2)
await migrate({ url }, folder)
