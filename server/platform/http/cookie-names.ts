/** Every cookie that the site sets: docs/public-site.md says what each is for, and a test that no other is set. */
export const cookieNames = [
  'sid',
  'login',
  'invite',
  'verify',
  'welcome',
  'device',
  'provider_session',
  'provider_form',
  'provider_resume',
  'wrote',
  'listener',
  'theme',
] as const

export type CookieName = (typeof cookieNames)[number]
