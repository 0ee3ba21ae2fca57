"""Has GnuCash's own price importer (File, Import, Import Prices) read a file, and prints each price that is then in its price database.

GnuCash has no command for it and its Python bindings do not reach it; the importer is a C++ class without a window in a library of
GnuCash 4, which is called here as its assistant calls it. For `npm run check:books`.

    gnucash-prices.py FOLDER FILE     FOLDER: where libgnc-engine.so is
"""
import ctypes
import decimal
import sys
import time

folder, file = sys.argv[1:]
engine = ctypes.CDLL(f"{folder}/libgnc-engine.so", mode=ctypes.RTLD_GLOBAL)
app = ctypes.CDLL(f"{folder}/libgnc-app-utils.so", mode=ctypes.RTLD_GLOBAL)
importer = ctypes.CDLL(f"{folder}/gnucash/libgnc-csv-import.so")

CSV = 1
YEAR_MONTH_DAY = 0
DECIMAL_POINT = 1
# As GncPricePropType has them, in the order of the file's columns.
DATE, AMOUNT, FROM_SYMBOL, FROM_NAMESPACE, TO_CURRENCY = range(1, 6)


class String(ctypes.Structure):
    """A std::string of libstdc++."""

    _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_size_t), ("own", ctypes.c_char * 16)]


class Numeric(ctypes.Structure):
    _fields_ = [("num", ctypes.c_int64), ("denom", ctypes.c_int64)]


def function(name, result, *arguments):
    found = engine[name]
    found.restype, found.argtypes = result, arguments
    return found


engine.gnc_engine_init(0, None)
app.gnc_get_current_book.restype = ctypes.c_void_p
book = app.gnc_get_current_book()

this = ctypes.create_string_buffer(1 << 16)  # more than the object takes


def call(method, *arguments):
    importer[f"_ZN14GncPriceImport{method}"](this, *arguments)


name = ctypes.create_string_buffer(file.encode())
path = String(ctypes.addressof(name), len(name) - 1)
call("C1E16GncImpFileFormat", 0)
call("11file_formatE16GncImpFileFormat", CSV)
call("9load_fileERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE", ctypes.byref(path))
call("8tokenizeEb", ctypes.c_bool(True))
call("10over_writeEb", ctypes.c_bool(True))
call("11date_formatEi", YEAR_MONTH_DAY)
call("15currency_formatEi", DECIMAL_POINT)
for column, meaning in enumerate([DATE, AMOUNT, FROM_SYMBOL, FROM_NAMESPACE, TO_CURRENCY]):
    call("21set_column_type_priceEj16GncPricePropTypeb", ctypes.c_uint(column), meaning, ctypes.c_bool(False))
errors = String()
importer["_ZN14GncPriceImport6verifyB5cxx11Ev"](ctypes.byref(errors), this)
if errors.size:
    sys.exit(ctypes.string_at(errors.data, errors.size).decode())
call("13create_pricesEv")

symbol = function("gnc_commodity_get_mnemonic", ctypes.c_char_p, ctypes.c_void_p)
commodity = function("gnc_price_get_commodity", ctypes.c_void_p, ctypes.c_void_p)
currency = function("gnc_price_get_currency", ctypes.c_void_p, ctypes.c_void_p)
instant = function("gnc_price_get_time64", ctypes.c_int64, ctypes.c_void_p)
value = function("gnc_price_get_value", Numeric, ctypes.c_void_p)


found = []


@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
def keep(price, _):
    found.append((instant(price), symbol(commodity(price)), value(price), symbol(currency(price))))
    return 1


prices = function("gnc_pricedb_get_db", ctypes.c_void_p, ctypes.c_void_p)(book)
each_price = function(
    "gnc_pricedb_foreach_price", ctypes.c_int, ctypes.c_void_p, type(keep), ctypes.c_void_p, ctypes.c_int
)
each_price(prices, keep, None, 1)
for at, of, amount, rupees in found:
    rate = decimal.Decimal(amount.num) / amount.denom
    print("P", time.strftime("%Y-%m-%d", time.gmtime(at)), of.decode(), f"{rate.normalize():f}", rupees.decode())
