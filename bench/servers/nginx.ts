import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '#server/testing/free-port.ts'
import { type Server, startServer } from './server-process.ts'

type Options = {
  nginx: string
  /** For its configuration and temporary files. */
  folder: string
  /** The directives of its `server` block. */
  server: string
  /** Directives before the `server` block, such as an `upstream`. */
  before?: string
}

/** nginx configured for speed, with one worker, because the measured server is one process too. */
export async function startNginx({ nginx, folder, server, before = '' }: Options): Promise<Server> {
  await mkdir(folder, { recursive: true })
  const port = await freePort()
  const file = path.join(folder, 'nginx.conf')
  await writeFile(file, settings(port, folder, before, server))
  return startServer({
    command: nginx,
    options: ['-c', file, '-e', path.join(folder, 'error.log'), '-g', 'daemon off;'],
    url: `http://localhost:${port}`,
  })
}

const settings = (port: number, folder: string, before: string, server: string) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/pid;
events { worker_connections 1024; }
http {
  sendfile on;
  tcp_nopush on;
  access_log off;
  keepalive_requests 1000000;
  open_file_cache max=256 inactive=30s;
  client_max_body_size 0;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  ${before}
  server {
    listen 127.0.0.1:${port};
    listen [::1]:${port};
    ${server}
  }
}
`
