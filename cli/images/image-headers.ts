// Reads from the first bytes of image files what sharp does not tell.

/** Chunks of a PNG before its data: a few, unless it is an attack. */
const MAX_CHUNKS = 200;
const PNG_SIGNATURE = '\x89PNG\r\n\x1a\n';

/** The extension of a PNG or AVIF file that moves; null if it does not. sharp keeps only the first frame of them. */
export function findMotion(bytes: Uint8Array): '.png' | '.avif' | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.toString('latin1', 4, 12) === 'ftypavis') return '.avif';
  if (file.toString('latin1', 0, 8) !== PNG_SIGNATURE) return null;
  for (let at = 8, chunks = 0; at + 12 <= file.length && chunks < MAX_CHUNKS; chunks += 1) {
    const type = file.toString('latin1', at + 4, at + 8);
    // An animation of one frame stands still.
    if (type === 'acTL') return file.readUInt32BE(at + 8) > 1 ? '.png' : null;
    if (type === 'IDAT') return null;
    at += file.readUInt32BE(at) + 12;
  }
  return null;
}

/** The size of a WebP file in pixels, also if the file is cut off; null if the header is not that of one. */
export function readWebpSize(bytes: Uint8Array): { readonly width: number; readonly height: number } | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < 30 || file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WEBP')
    return null;
  switch (file.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
    case 'VP8 ':
      return sizeOf(file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff);
    case 'VP8L': {
      const bits = file.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    default:
      return null;
  }
}

function sizeOf(width: number, height: number) {
  return width > 0 && height > 0 ? { width, height } : null;
}
