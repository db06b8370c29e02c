// Exit code 0 if the server in this container responds. Used by Dockerfile and compose.yaml.
const response = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`, {
  signal: AbortSignal.timeout(5000),
}).catch(() => undefined)
process.exit(response?.ok ? 0 : 1)
