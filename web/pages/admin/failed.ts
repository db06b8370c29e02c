import { serverMessage } from '#web/api/client.ts'

/** The toast after a failed change of a row. */
export const failed = (verb: 'Update' | 'Delete', noun: string) => (error: Error) => ({
  title: `${verb} failed`,
  text: serverMessage(error) ?? `Failed to ${verb.toLowerCase()} ${noun}. Please try again.`,
})
