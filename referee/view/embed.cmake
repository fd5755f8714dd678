# cmake -DFOLDER=page -DOUTPUT=file.cpp -P embed.cmake
# Writes the files of FOLDER into a C++ source, as raw strings.

file(GLOB paths ${FOLDER}/*)
set(entries "")
foreach(path IN LISTS paths)
  get_filename_component(name ${path} NAME)
  file(READ ${path} content)
  string(FIND "${content}" ")asset\"" end)
  if(NOT end EQUAL -1)
    message(FATAL_ERROR "${path}: contains the characters )asset\", which end the raw string it is to be written as")
  endif()
  string(APPEND entries "    {\"${name}\", R\"asset(${content})asset\"},\n")
endforeach()

file(WRITE ${OUTPUT} "// Made by referee/view/embed.cmake out of referee/view/page.
#include \"referee/view/assets.hpp\"

namespace sparring::referee {
namespace {

constexpr Asset kAssets[] = {
${entries}};

}  // namespace

std::span<const Asset> assets() {
    return kAssets;
}

}  // namespace sparring::referee
")
