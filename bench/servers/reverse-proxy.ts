import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Server, startServer } from './server-process.ts'

const deploy = path.join(import.meta.dirname, '../../deploy')

export type ReverseProxyOptions = {
  nginx: string
  /** An empty folder of its own. */
  folder: string
  port: number
  servers: readonly string[]
  /** An S3 store to proxy as well, as in deploy/store.conf. */
  store?: string
  /** The folder of files that nginx sends itself, as in deploy/files.conf. */
  files?: string
}

/** nginx in front of the servers, with the files of deploy/: only ports and folders differ. */
export async function startReverseProxy({
  nginx,
  folder,
  port,
  servers,
  store,
  files,
}: ReverseProxyOptions) {
  await mkdir(folder, { recursive: true })
  // Its workers run as another user if root starts it.
  await chmod(folder, 0o755)
  const upstream = (name: string, urls: readonly string[], options = '') => {
    const lines = urls.map((url) => `server ${new URL(url).host}${options};`)
    return `upstream ${name} { least_conn; ${lines.join(' ')} keepalive 64; }`
  }
  const serverConfig = (await readFile(path.join(deploy, 'nginx.conf'), 'utf8'))
    .replace('listen 80;', `listen ${port} reuseport; listen [::]:${port} reuseport;`)
    .replace('/etc/nginx/soundpost/*.conf', `${folder}/soundpost/*.conf`)
    .replaceAll('/var/log/nginx/', `${folder}/`)
  await writeFile(path.join(folder, 'server.conf'), serverConfig)
  await writeFile(
    path.join(folder, 'upstreams.conf'),
    [
      upstream('soundpost', servers, ' max_fails=2 fail_timeout=5s'),
      ...(store ? [upstream('store', [store])] : []),
    ].join('\n'),
  )
  if (store) await addFile(folder, 'store.conf')
  if (files) await addFile(folder, 'files.conf', ['/var/lib/soundpost/objects/', `${files}/`])
  const file = path.join(folder, 'nginx.conf')
  await writeFile(file, mainFile(folder))
  return startServer({
    command: nginx,
    options: ['-c', file, '-p', folder, '-e', path.join(folder, 'error.log')],
    url: `http://localhost:${port}`,
    healthPath: '/healthz',
  }) as Promise<Server>
}

async function addFile(folder: string, name: string, [from, to] = ['', '']) {
  const extra = path.join(folder, 'soundpost')
  await mkdir(extra, { recursive: true })
  const text = await readFile(path.join(deploy, name), 'utf8')
  await writeFile(path.join(extra, name), text.replace(from, to))
}

function mainFile(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes auto;
worker_rlimit_nofile 8192;
pid ${folder}/nginx.pid;
events { worker_connections 4096; }
http {
  include /etc/nginx/mime.types;
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  include ${folder}/upstreams.conf;
  include ${folder}/server.conf;
}
`
}
