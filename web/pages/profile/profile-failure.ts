import { serverMessage } from '#web/api/client.ts'

export const profileFailure = (error: Error) => ({
  title: 'Error updating profile',
  text: serverMessage(error) ?? 'Failed to update profile. Please try again.',
})
