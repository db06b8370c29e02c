/** One media element plays at a time: starting one pauses all others, in this tab and in other tabs. */

type MediaElement = Pick<HTMLMediaElement, 'pause' | 'paused' | 'addEventListener'>
type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>

export function createExclusivePlayback(otherTabs: Channel) {
  const elements = new Set<MediaElement>()
  function pauseAll(except?: MediaElement) {
    for (const element of elements) if (element !== except && !element.paused) element.pause()
  }
  otherTabs.addEventListener('message', () => pauseAll())

  function register(element: MediaElement) {
    if (elements.has(element)) return
    elements.add(element)
    const onPlay = () => {
      pauseAll(element)
      otherTabs.postMessage('playing')
    }
    element.addEventListener('play', onPlay)
    // It may have started before this code was loaded.
    if (!element.paused) onPlay()
  }

  return {
    register,
    /** Registers every media element of the document when it first plays. */
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
