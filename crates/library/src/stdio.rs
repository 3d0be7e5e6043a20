//! Streams and formatted text.

use crate::inactive::{GLOBAL, Row, WRITES, through};
use crate::known::{Extent::*, Returned};

pub(crate) const STDIO: &[Row] = &[
    // Out.
    (GLOBAL, "printf fprintf dprintf vprintf vfprintf vdprintf wprintf fwprintf vwprintf vfwprintf"),
    (GLOBAL, "__printf_chk __fprintf_chk __dprintf_chk __vprintf_chk __vfprintf_chk __vdprintf_chk"),
    (GLOBAL, "__wprintf_chk __fwprintf_chk __vwprintf_chk __vfwprintf_chk iprintf fiprintf __small_printf"),
    (GLOBAL, "puts fputs putchar putc fputc putw fputwc putwc putwchar fputws perror psignal"),
    (GLOBAL, "puts_unlocked fputs_unlocked putchar_unlocked putc_unlocked fputc_unlocked _IO_putc _IO_puts"),
    (GLOBAL, "fwrite fwrite_unlocked _IO_fwrite fflush fflush_unlocked _IO_fflush"),
    // In.
    (GLOBAL, "getchar getc fgetc getw fgetwc getwc getwchar ungetc ungetwc getchar_unlocked getc_unlocked"),
    (GLOBAL, "fgetc_unlocked _IO_getc _IO_ungetc"),
    (
        GLOBAL.writing(through![0: Integers]).giving(Returned::PointerInto(0)),
        "gets fgets fgets_unlocked fgetws __gets_chk __fgets_chk __fgets_unlocked_chk _IO_fgets",
    ),
    (GLOBAL.writing(through![0: ForeignPointer, 1: Integers]), "getline getdelim __getdelim _IO_getline"),
    (GLOBAL.writing(through![0: Product(1, 2)]), "fread fread_unlocked _IO_fread"),
    (GLOBAL.writing(through![0: Product(2, 3)]), "__fread_chk __fread_unlocked_chk"),
    (GLOBAL.writing(through![1: Scanned]), "scanf wscanf __isoc99_scanf __isoc23_scanf"),
    (GLOBAL.writing(through![2: Scanned]), "fscanf fwscanf __isoc99_fscanf __isoc23_fscanf"),
    (WRITES.writing(through![2: Scanned]), "sscanf swscanf __isoc99_sscanf __isoc23_sscanf"),
    (GLOBAL.writing(through![1: ScannedList]), "vscanf __isoc99_vscanf __isoc23_vscanf"),
    (GLOBAL.writing(through![2: ScannedList]), "vfscanf __isoc99_vfscanf __isoc23_vfscanf"),
    (WRITES.writing(through![2: ScannedList]), "vsscanf __isoc99_vsscanf __isoc23_vsscanf"),
    // To text.
    (
        WRITES.writing(through![0: Integers]),
        "sprintf snprintf vsprintf vsnprintf swprintf vswprintf siprintf sniprintf \
         __sprintf_chk __snprintf_chk __vsprintf_chk __vsnprintf_chk __swprintf_chk __vswprintf_chk",
    ),
    (WRITES.writing(through![2: Integers]).giving(Returned::PointerInto(2)), "gcvt"),
    (WRITES.writing(through![0: ForeignPointer]), "asprintf vasprintf __asprintf_chk __vasprintf_chk"),
    (WRITES.writing(through![2: Integers, 3: Integers]).giving(Returned::Foreign), "ecvt fcvt"),
    // Streams themselves.
    (
        GLOBAL.giving(Returned::Foreign),
        "fopen fopen64 fdopen freopen freopen64 tmpfile tmpfile64 popen fmemopen opendir",
    ),
    (GLOBAL.giving(Returned::Foreign), "readdir readdir64"),
    (GLOBAL, "fclose pclose closedir fileno feof ferror clearerr feof_unlocked ferror_unlocked clearerr_unlocked"),
    (GLOBAL, "fseek fseeko fseeko64 ftell ftello ftello64 rewind setbuf setvbuf setbuffer setlinebuf fwide"),
    (GLOBAL, "flockfile funlockfile ftrylockfile remove rename mkfifo _flushlbf __uflow __overflow __underflow"),
    (GLOBAL.writing(through![1: Integers]), "fgetpos fgetpos64"),
    (GLOBAL, "fsetpos fsetpos64"),
    (GLOBAL.writing(through![0: Integers]), "mkstemp mkstemp64 mkstemps"),
    (GLOBAL.writing(through![0: Integers]).giving(Returned::Foreign), "tmpnam mktemp mkdtemp"),
    (GLOBAL.writing(through![0: ForeignPointer, 1: Integers]).giving(Returned::Foreign), "open_memstream"),
];
