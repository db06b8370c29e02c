/**
 * Calls again while the response is 503. On a busy machine, of hundreds of concurrent requests some wait for longer than
 * the server lets them; such a response promises that nothing has changed.
 */
export async function untilServed(call: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await call()
    if (response.status !== 503) return response
    await response.body?.cancel()
  }
}
