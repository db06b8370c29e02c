registerProcessor(
  'recorder',
  class extends AudioWorkletProcessor {
    process([[samples]]) {
      if (samples) this.port.postMessage(samples.slice())
      return true
    }
  },
)
