// nginx, Apache and Caddy as they are, each started with the files of one set of rules on a port of loopback. Installed
// from Debian's packages where this machine is Debian and the user may.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { renderApache } from '../../cli/outputs/hosts/apache.ts';
import { renderCaddy } from '../../cli/outputs/hosts/caddy.ts';
import type { HostMap } from '../../cli/outputs/hosts/host-map.ts';
import { renderNginx } from '../../cli/outputs/hosts/nginx.ts';
import type { RedirectRules } from '../../cli/plan/redirects/redirect-rules.ts';
import { inputWith } from '../outputs/hosts/host-makers.ts';

/** Status and Location of an answer. */
export interface RealAnswer {
  readonly status: number;
  readonly location: string | null;
}

/** A server program. */
export interface RealServer {
  readonly name: 'nginx' | 'apache' | 'caddy';
  readonly program: string;
  readonly debianPackage: string;
  readonly render: (rules: RedirectRules) => HostMap;
  /** Characters of a target that its configuration says in percent-encoding. */
  readonly encoded: RegExp;
  /** Writes the configuration into a folder that holds the rendered files. Returns the arguments of the program. */
  readonly configure: (folder: string, port: number) => readonly string[];
}

/** Modules that Debian's Apache loads from files. */
const APACHE_MODULES = ['mpm_event', 'authz_core', 'rewrite', 'headers', 'dir', 'mime', 'filter', 'deflate'];

export const SERVERS: readonly RealServer[] = [
  {
    name: 'nginx',
    program: 'nginx',
    debianPackage: 'nginx-light',
    render: (rules) => renderNginx(inputWith(rules)),
    encoded: /\$/g,
    configure: (folder, port) => {
      writeFileSync(
        join(folder, 'nginx.conf'),
        `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 64; }
http {
  access_log off; include /etc/nginx/mime.types; client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c;
  uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e; large_client_header_buffers 4 32k;
  include ${folder}/redirects.conf;
  server {
    listen 127.0.0.1:${port}; root ${folder}/site;
    include ${folder}/returns.conf; include ${folder}/errors.conf; include ${folder}/headers.conf;
  }
}\n`,
      );
      return ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')];
    },
  },
  {
    name: 'apache',
    program: 'apache2',
    debianPackage: 'apache2-bin',
    render: (rules) => renderApache(inputWith(rules)),
    encoded: /\$/g,
    configure: (folder, port) => {
      const modules = APACHE_MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`);
      writeFileSync(
        join(folder, 'httpd.conf'),
        `${modules.join('\n')}
ServerRoot "${folder}"
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile "${folder}/httpd.pid"
ErrorLog "${folder}/error.log"
TypesConfig /etc/mime.types
User nobody
Group nogroup
Define SITE_REDIRECTS ${folder}
<VirtualHost 127.0.0.1:${port}>
  DocumentRoot "${folder}/site"
  <Directory "${folder}/site">
    Require all granted
  </Directory>
  Include "${folder}/redirects.conf"
  Include "${folder}/errors.conf"
  Include "${folder}/headers.conf"
</VirtualHost>\n`,
      );
      return ['-X', '-d', folder, '-f', join(folder, 'httpd.conf')];
    },
  },
  {
    name: 'caddy',
    program: 'caddy',
    debianPackage: 'caddy',
    render: (rules) => renderCaddy(inputWith(rules)),
    encoded: /[{}$`\\]/g,
    configure: (folder, port) => {
      writeFileSync(
        join(folder, 'Caddyfile'),
        `{
	admin off
	auto_https off
	log {
		output discard
	}
}
http://127.0.0.1:${port} {
	bind 127.0.0.1
	root * ${folder}/site
	import ${folder}/redirects.caddy
	import ${folder}/errors.caddy
	import ${folder}/headers.caddy
	file_server
}\n`,
      );
      return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
    },
  },
];

/** Makes sure that a program is there. @throws Error with what to do where it is not and may not be installed. */
export function assertInstalled({ name, program, debianPackage }: RealServer): void {
  installPackages(name, program, [debianPackage]);
}

/** The same of a program that needs several packages. */
export function installPackages(name: string, program: string, packages: readonly string[]): void {
  const isThere = () => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
  if (isThere()) return;
  process.stdout.write(`${name} is not here: installing Debian's ${packages.join(', ')}.\n`);
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  spawnSync('apt-get', install, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  if (!isThere())
    throw new Error(`${name} is not here and could not be installed. Install "${program}" and run the command again.`);
}

/** A server that runs on one set of rules. */
export interface RunningServer {
  readonly origin: string;
  /** Sends a path exactly as it stands. */
  readonly ask: (rawPath: string) => Promise<RealAnswer>;
  readonly stop: () => Promise<void>;
}

/** Starts a server in a folder of its own, whose `site/` is the one that is there, or 404 pages alone. */
export async function startServer(server: RealServer, rules: RedirectRules, folder: string): Promise<RunningServer> {
  if (!existsSync(join(folder, 'site')))
    for (const locale of ['', 'es', 'kz']) {
      mkdirSync(join(folder, 'site', locale), { recursive: true });
      writeFileSync(join(folder, 'site', locale, '404.html'), '404');
    }
  for (const { name, content } of server.render(rules).files) writeFileSync(join(folder, name), content);
  const port = await findPort();
  const child = spawn(server.program, server.configure(folder, port), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const origin = `http://127.0.0.1:${port}`;
  const ask = (rawPath: string) => askServer(port, rawPath);
  await waitUntilReady(child, ask, () => `${server.name} did not start.\n${errors}${readLog(folder)}`);
  return { origin, ask, stop: () => stop(child) };
}

function readLog(folder: string): string {
  const file = join(folder, 'error.log');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** A port of loopback that is free. */
export async function findPort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const address = probe.address();
  await new Promise<void>((done) => probe.close(() => done()));
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return address.port;
}

async function waitUntilReady(child: ChildProcess, ask: RunningServer['ask'], explain: () => string): Promise<void> {
  for (let turn = 0; turn < 400; turn += 1) {
    if (child.exitCode !== null) throw new Error(explain());
    try {
      await ask('/404.html');
      return;
    } catch {
      await wait(25);
    }
  }
  await stop(child);
  throw new Error(explain());
}

/** Ends a program, and waits for that. */
export function stop(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null) return done();
    child.once('exit', () => done());
    child.kill('SIGTERM');
  });
}

function askServer(port: number, path: string): Promise<RealAnswer> {
  return new Promise((done, fail) => {
    const sent: ClientRequest = request({ host: '127.0.0.1', port, path, method: 'HEAD', agent: false }, (answer) => {
      answer.resume();
      done({ status: answer.statusCode ?? 0, location: answer.headers.location ?? null });
    });
    sent.on('error', fail);
    sent.end();
  });
}
