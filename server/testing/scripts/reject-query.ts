/** For `node --import`: a rejection that nothing handles, as soon as the server handles such errors. */
const cause = Object.assign(new Error('Failed query: select 1\nparams: ines@example.org'), {
  query: 'select 1',
  params: ['ines@example.org'],
})
process.on('newListener', (name) => {
  if (name === 'uncaughtException')
    setImmediate(() => void Promise.reject(new Error('outer', { cause })))
})
