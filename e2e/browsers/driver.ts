/** What a scenario needs of a browser. One implementation per protocol. */
export type Driver = {
  /** Resolves when the page has loaded. */
  open: (url: string) => Promise<void>
  /** Evaluates an expression in the page, awaits it, and returns it as JSON. */
  evaluate: <Value>(expression: string) => Promise<Value>
  /** Presses the mouse at the first point, moves it through the others and releases it at the last. */
  drag: (points: readonly Point[]) => Promise<void>
  /** Presses and releases keys of the focused element, without waiting between them. */
  press: (keys: readonly string[]) => Promise<void>
  /** Chooses a file in the input that the selector finds. */
  chooseFile: (selector: string, file: string) => Promise<void>
  close: () => Promise<void>
}

/** In pixels from the top left corner of the viewport. */
export type Point = { x: number; y: number }

export type Size = { width: number; height: number }

/** Key values of the WebDriver standard. */
const keyValues: Record<string, string> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Space: ' ',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
}

type Action = { type: string; [key: string]: unknown }
type ActionSource = { type: string; id: string; actions: Action[]; [key: string]: unknown }

/** Milliseconds of each move of a drag: enough for the page to see it. */
const moveMs = 30

export function dragActions([first, ...others]: readonly Point[]): ActionSource[] {
  const move = (point: Point | undefined, duration: number) => ({
    type: 'pointerMove',
    x: Math.round(point?.x ?? 0),
    y: Math.round(point?.y ?? 0),
    duration,
    origin: 'viewport',
  })
  const actions = [
    move(first, 0),
    { type: 'pointerDown', button: 0 },
    ...others.map((point) => move(point, moveMs)),
    { type: 'pointerUp', button: 0 },
  ]
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]
}

export function keyActions(keys: readonly string[]): ActionSource[] {
  const actions = keys.flatMap((key) => {
    const value = keyValues[key] ?? key
    return [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]
  })
  return [{ type: 'key', id: 'keyboard', actions }]
}
