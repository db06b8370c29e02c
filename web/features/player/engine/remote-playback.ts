import { createStore } from '#web/lib/store.ts'

/** 'Play on…': the Remote Playback API, or the AirPlay of a WebKit that lacks it. */

export type RemoteState = {
  /** Whether the browser knows a device. */
  readonly isOffered: boolean
  readonly connection: RemotePlaybackState
}

type WebKitAudio = HTMLAudioElement & {
  readonly webkitCurrentPlaybackTargetIsWireless?: boolean
  webkitShowPlaybackTargetPicker?: () => void
}

export type RemotePlaybackDeps = {
  audio: WebKitAudio
  player: { subscribe(listener: () => void): () => void }
  /** The URL of the current track. */
  url: () => string
  /**
   * Whether the element plays files by their URL. A device fetches the file itself: it has neither the stream of a
   * MediaSource nor the browser's cache.
   */
  setDirect: (isDirect: boolean) => void
}

export type RemotePlayback = ReturnType<typeof createRemotePlayback>

export function createRemotePlayback(deps: RemotePlaybackDeps) {
  const { audio, setDirect } = deps
  const store = createStore<RemoteState>({ isOffered: false, connection: 'disconnected' })
  const update = (change: Partial<RemoteState>) => {
    store.set({ ...store.get(), ...change })
    if (change.connection) setDirect(change.connection !== 'disconnected')
  }
  const setOffered = (isOffered: boolean) => update({ isOffered })
  const api = audio.remote
    ? remotePlaybackApi(deps, setOffered)
    : webkitApi(audio, setOffered, (connection) => update({ connection }))
  const { remote } = audio
  if (remote)
    for (const event of ['connecting', 'connect', 'disconnect'])
      remote.addEventListener(event, () => update({ connection: remote.state }))
  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Looks for devices until the returned function is called. */
    watch: api.watch,
    /** The browser's list of devices, in which a connected one can be left. */
    async prompt() {
      setDirect(true)
      try {
        await api.prompt()
      } catch {
        // The list was closed, or has no device.
      }
      if (store.get().connection === 'disconnected') setDirect(audio.remote?.state === 'connecting')
    },
  }
}

function remotePlaybackApi(
  { audio, player, url }: RemotePlaybackDeps,
  setOffered: (isOffered: boolean) => void,
) {
  /** Of a streamed or cached track, browsers see nothing that a device could fetch: this one has its URL, and is silent. */
  let stand: HTMLAudioElement | undefined
  function standFor(src: string) {
    stand ??= Object.assign(new Audio(), { preload: 'metadata' })
    stand.src = src
    return stand
  }
  function watchOn(element: HTMLAudioElement): () => void {
    // Some browsers only look when the list is opened.
    const id = element.remote.watchAvailability(setOffered).catch(() => setOffered(true))
    return () =>
      void id
        .then((id) => (id === undefined ? undefined : element.remote.cancelWatchAvailability(id)))
        .catch(() => {})
  }
  return {
    watch() {
      let stop = () => {}
      let source: string | undefined
      const follow = () => {
        const fetched = audio.src.startsWith('blob:') ? url() : ''
        if (fetched === source) return
        source = fetched
        stop()
        stop = watchOn(fetched ? standFor(fetched) : audio)
      }
      follow()
      const unsubscribe = player.subscribe(follow)
      return () => {
        unsubscribe()
        stop()
        stand?.removeAttribute('src')
      }
    },
    async prompt() {
      // Until then the browser does not know whether a device can play it.
      if (audio.readyState === 0)
        await new Promise((resolve) =>
          audio.addEventListener('loadedmetadata', resolve, { once: true }),
        )
      await audio.remote.prompt()
    },
  }
}

function webkitApi(
  audio: WebKitAudio,
  setOffered: (isOffered: boolean) => void,
  setConnection: (connection: RemotePlaybackState) => void,
) {
  audio.addEventListener('webkitcurrentplaybacktargetiswirelesschanged', () =>
    setConnection(audio.webkitCurrentPlaybackTargetIsWireless ? 'connected' : 'disconnected'),
  )
  return {
    watch() {
      const listener = (event: Event & { availability?: string }) =>
        setOffered(event.availability === 'available')
      audio.addEventListener('webkitplaybacktargetavailabilitychanged', listener)
      return () => audio.removeEventListener('webkitplaybacktargetavailabilitychanged', listener)
    },
    prompt: async () => audio.webkitShowPlaybackTargetPicker?.(),
  }
}
