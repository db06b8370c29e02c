import { encode } from 'uqr'

type AppSignInProps = { server: string; username: string; password: string }

/** What has to be entered in the app. The password is not shown again. */
export default function AppSignIn({ server, username, password }: AppSignInProps) {
  const entries = [
    ['Server address', server],
    ['Username', username],
    ['Password', password],
  ] as const
  return (
    <div
      role="status"
      className="grid gap-5.5 rounded-panel border border-line bg-sunken p-5 tablet:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div className="grid content-start gap-3">
        <p className="text-muted">Enter this in the app now: the password is not shown again.</p>
        <dl className="grid gap-3">
          {entries.map(([label, value]) => (
            <div key={label}>
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="font-semibold wrap-anywhere select-all">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <QrCode text={entries.map(([, value]) => value).join('\n')} />
    </div>
  )
}

/** Dark on light in both themes: many readers need it. */
function QrCode({ text }: { text: string }) {
  const { size, data } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
  )
  return (
    <svg
      role="img"
      aria-label="QR code of server address, username and password"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-art"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={path.join('')} />
    </svg>
  )
}
