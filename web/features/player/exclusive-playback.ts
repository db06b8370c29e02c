/** One sound at a time: whatever starts silences the rest, in this tab and in the others. */

type Sound = Pick<HTMLMediaElement, 'pause' | 'paused' | 'addEventListener'>
/** What of a BroadcastChannel is used. */
type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>

export function createSoundTurns(otherTabs: Channel) {
  const registered = new Set<Sound>()
  function silence(except?: Sound) {
    for (const sound of registered) if (sound !== except && !sound.paused) sound.pause()
  }
  otherTabs.addEventListener('message', () => silence())

  function register(sound: Sound) {
    if (registered.has(sound)) return
    registered.add(sound)
    const begin = () => {
      silence(sound)
      otherTabs.postMessage('playing')
    }
    sound.addEventListener('play', begin)
    // It may have begun before this code came.
    if (!sound.paused) begin()
  }

  return {
    register,
    /** Every element that starts within the page is registered by that. */
    watch(page: Pick<Document, 'addEventListener'>) {
      page.addEventListener(
        'play',
        ({ target }) => {
          if (target instanceof HTMLMediaElement) register(target)
        },
        { capture: true },
      )
    },
  }
}
