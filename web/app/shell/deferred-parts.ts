/** What every page loads once it works: imported through one file, it is one chunk. */
// biome-ignore lint/performance/noBarrelFile: its exports are loaded together
export { connectDeferredFeatures } from '#web/features/player/deferred-features.ts'
export { Toaster } from '#web/ui/toast/toaster.tsx'
export { MobileMenu } from './mobile-menu.tsx'
export { PlayerArea } from './player-area.tsx'
