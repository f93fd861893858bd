// Next as a static export over planned pages: DATA is the data folder; the site is written to `out`.

export default { output: 'export', trailingSlash: true, typescript: { ignoreBuildErrors: true } };
